import { AppError } from '../../platform/app-error.ts';
import type { SupportActor } from '../../platform/ctx.ts';

/** The session gate lets nobody else in; said again where something is changed. */
export function requireSupport(actor: { readonly kind: string }): asserts actor is SupportActor {
  if (actor.kind !== 'support') throw new AppError('Forbidden');
}
