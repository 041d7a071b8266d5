import { OrderOut } from './form-a/answers';
import { presentOrder } from './form-a/present';
import { OrderOutB } from './form-b/answers';
import { presentOrderB } from './form-b/present';

/** An order as each form answers it, for all controllers of orders. */
export const ORDER = { a: OrderOut, b: OrderOutB };
export const ORDER_IN_FORM = { a: presentOrder, b: presentOrderB };
