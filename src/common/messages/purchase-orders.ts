import { catalogue } from './catalogue';

export const purchaseOrderMessages = catalogue({

});
