import { catalogue } from './catalogue';

export const documentMessages = catalogue({

});
