import { catalogue } from './catalogue';

export const goodsReceiptMessages = catalogue({

});
