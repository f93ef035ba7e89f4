import type { ReactNode } from 'react';

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const CLOCK = String.raw`\d{2}:\d{2}`;
/** As the languages shorten them before a day. */
const WEEKDAY = String.raw`(?:mån|man|tis|tir|ons|tors|tor|fre|lör|lør|sön|søn|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.? `;
/** As `duration` writes it, of two amounts: each stays with its unit by itself. */
const LENGTH = String.raw`\d+\u00a0\p{L}+ \d+\u00a0(?:min|[ht])\b`;
/** A day, with its weekday, a time, both, or from one time to another; or a length. */
const MOMENTS = new RegExp(`((?:\\b${WEEKDAY})?${DAY}(?: ${CLOCK})?(?:–${CLOCK})?|${CLOCK}–${CLOCK}|${LENGTH})`, 'u');

/** A text whose days, times and lengths stay in one line each: browsers break them at their dashes and between hours and minutes. */
export function Unbroken({ children }: { children: string }): ReactNode {
  return children.split(MOMENTS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  );
}
