import { checkEmail, checkImei, paymentTypes, register } from '@spora/contract/registration/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** SEC-007: enough for a person who mistypes, far too little to try numbers or addresses in bulk. */
const CHECK = { burst: 30, perSecond: 0.2 };
const REGISTER = { burst: 20, perSecond: 0.05 };

export function registerRegistrationRoutes(mount: Mount): void {
  mount(checkImei, (ctx, { query }) => service.checkImei(ctx, { imei: query.imei, subsiteId: query.subsiteID }), { rate: CHECK });
  mount(checkEmail, (ctx, { query }) => service.checkEmail(ctx, query.email), { rate: CHECK });
  mount(paymentTypes, (ctx, { body }) => service.listPaymentTypes(ctx, { language: body.lang, subsiteId: body.subsiteID }), {
    rate: CHECK,
  });
  mount(register, (ctx, { body }, facts) => service.register(ctx, body, facts.idempotencyKey), {
    transaction: 'none',
    rate: REGISTER,
  });
}
