import { keyRingOf, VARIABLES } from '../../../platform/config';
import type { Check } from '../check';
import { judgeAddress, judgeKeys } from '../domain/configuration';
import { ok, problem, warning } from '../domain/finding';

/** Every variable that is wrong, and every one that looks like ours and is read by nothing. */
export const configuration: Check = {
  name: 'configuration',
  run: ({ configuration: { faults, names, misspelled } }) => {
    const wrong = faults.map((fault) => problem(fault, 'Correct it; the file .env.example names all variables.'));
    const set = names.filter((name) => VARIABLES.includes(name)).length;
    const sum = faults.length === 0 ? [ok(`Valid: ${set} of ${VARIABLES.length} variables are set`)] : [];
    const unread = misspelled.map((said) => warning(said, 'Correct its name, or remove it.'));
    const mode = names.includes('NODE_ENV') ? [] : [NOT_PRODUCTION];
    return Promise.resolve([...wrong, ...sum, ...mode, ...unread]);
  },
};

const NOT_PRODUCTION = warning(
  'NODE_ENV is not set: the service runs as in development, and starts where production would refuse to',
  'Set NODE_ENV=production.',
);

/** Whether the encryption keys look random. */
export const keys: Check = {
  name: 'keys',
  variables: ['APP_ENCRYPTION_KEY', 'APP_ENCRYPTION_KEYS'],
  run: ({ environment }) => Promise.resolve(judgeKeys(keyRingOf(environment))),
};

/** The address that links begin with. */
export const address: Check = {
  name: 'address',
  variables: ['PUBLIC_URL', 'TRUSTED_PROXY_HOPS'],
  run: ({ environment }) =>
    Promise.resolve(
      judgeAddress({
        isProduction: environment.NODE_ENV === 'production',
        publicUrl: environment.PUBLIC_URL,
        hops: environment.TRUSTED_PROXY_HOPS,
        hostSuffix: environment.TENANT_HOST_SUFFIX,
      }),
    ),
};
