import { catalogue } from './catalogue';

export const approvalMessages = catalogue({

});
