import { catalogue } from './catalogue';

export const budgetMessages = catalogue({

});
