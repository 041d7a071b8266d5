import { catalogue } from './catalogue';

export const userMessages = catalogue({

});
