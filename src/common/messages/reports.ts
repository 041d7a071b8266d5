import { catalogue } from './catalogue';

export const reportMessages = catalogue({

});
