import { AppError } from '../../platform/app-error.ts';

/** The id travels because the specification says so; whom a call is about, the token alone decides. Throws Forbidden. */
export function requireOneself({ memberId }: { readonly memberId: number }, userId: number): void {
  if (userId !== memberId) throw new AppError('Forbidden');
}
