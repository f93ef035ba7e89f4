import type { MemberCtx } from '../../platform/ctx.ts';

/** The account's today. */
export const todayOf = ({ actor, now }: Pick<MemberCtx, 'actor' | 'now'>): string =>
  localTime(now(), actor.timeZone).slice(0, 10);

/** `yyyy-MM-ddTHH:mm:ss` on the clocks of a zone. */
export const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(' ', 'T');
