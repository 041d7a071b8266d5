export { WithMessage } from './envelope';
export { FormAEnvelopeInterceptor } from './form-a.interceptor';
export { FormBEnvelopeInterceptor } from './form-b.interceptor';
