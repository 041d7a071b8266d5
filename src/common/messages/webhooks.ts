import { catalogue } from './catalogue';

export const webhookMessages = catalogue({

});
