import type { PathId } from '@spora/contract/paths';
import type { Scene } from './scene.ts';

/** What a caller sends: the parts of the request, made for the scene it is sent in. */
export interface Call {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  readonly file?: Buffer;
}
type MakeCall = (scene: Scene) => Call;

/** 200, or the status with the key of the refusal (`404 UnitNotFound`), or with the fields that are wrong (`422 password`). */
export type Answer = 200 | `${number} ${string}`;

/**
 * Who gets what from an endpoint of members. `admin` and `member` belong to the account the call is about, `member` has access to
 * none of its units; `visit` is one of the support staff with that account open; `token` is a program of its administrator that may
 * only read; `foreign` is the administrator of another account.
 */
export type MemberAnswers = Readonly<Record<'admin' | 'visit' | 'token' | 'foreign' | 'member', Answer>>;

/** What the call does: `reads` changes nothing, so that support staff on a visit and reading tokens may make it. */
export type Effect = 'reads' | 'writes';

interface Row<Who extends string, Answers> {
  readonly who: Who;
  readonly effect: Effect;
  readonly call: MakeCall;
  readonly answers: Answers;
}
/** A right call of an endpoint and what everybody gets for it, as people decided it; no line of it is computed from the contract. */
export type RightCall =
  | Row<'members', MemberAnswers>
  | Row<'strangers', Answer>
  | Row<'waiting', Answer>
  | Row<'staff', Answer>
  | Row<'waiting-staff', Answer>
  | Row<'tokens', Answer>
  | Row<'stream', null>;
export type RightCalls = Partial<Record<PathId, RightCall>>;

export const reads = (call: MakeCall, answers: MemberAnswers): RightCall => ({ who: 'members', effect: 'reads', call, answers });
export const writes = (call: MakeCall, answers: MemberAnswers): RightCall => ({
  who: 'members',
  effect: 'writes',
  call,
  answers,
});
/** Without a session. */
export const forAll = (effect: Effect, call: MakeCall, answers: Answer): RightCall => ({
  who: 'strangers',
  effect,
  call,
  answers,
});
/** For a sign-in that waits for its second factor, and nobody else. */
export const forWaiting = (effect: Effect, call: MakeCall, answers: Answer): RightCall => ({
  who: 'waiting',
  effect,
  call,
  answers,
});
/** For the support staff, who have no customer's account open. */
export const forStaff = (effect: Effect, call: MakeCall, answers: Answer): RightCall => ({ who: 'staff', effect, call, answers });
export const forWaitingStaff = (effect: Effect, call: MakeCall, answers: Answer): RightCall => ({
  who: 'waiting-staff',
  effect,
  call,
  answers,
});
/** For API tokens alone. */
export const forTokens = (effect: Effect, call: MakeCall, answers: Answer): RightCall => ({
  who: 'tokens',
  effect,
  call,
  answers,
});
/** Never ends once it is let in: who is let in is tested beside the hub. */
export const stream = (call: MakeCall): RightCall => ({ who: 'stream', effect: 'reads', call, answers: null });
