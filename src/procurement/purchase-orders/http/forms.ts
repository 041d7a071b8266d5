import { OrderResponse } from './form-a/answers';
import { presentOrder } from './form-a/present';
import { OrderResponseB } from './form-b/answers';
import { presentOrderB } from './form-b/present';

/** An order as each form answers it, for all controllers of orders. */
export const ORDER = { a: OrderResponse, b: OrderResponseB };
export const ORDER_IN_FORM = { a: presentOrder, b: presentOrderB };
