import { catalogue } from './catalogue';

export const invoiceMessages = catalogue({

});
