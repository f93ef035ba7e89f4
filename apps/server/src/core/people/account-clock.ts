import { dayIn } from '@spora/calendar/zones';
import type { MemberCtx } from '../../platform/ctx.ts';

/** The account's today. */
export const todayOf = ({ actor, now }: Pick<MemberCtx, 'actor' | 'now'>): string => dayIn(now(), actor.timeZone);
