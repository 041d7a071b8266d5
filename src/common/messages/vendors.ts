import { catalogue } from './catalogue';

export const vendorMessages = catalogue({

});
