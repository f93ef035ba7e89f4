import type { ReactNode } from 'react';

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const CLOCK = String.raw`\d{2}:\d{2}`;
/** As the languages shorten them before a day. */
const WEEKDAY = String.raw`(?:mån|man|tis|tir|ons|tors|tor|fre|lör|lør|sön|søn|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.? `;
/** A day, with its weekday, a time, both, or from one time to another. */
const MOMENTS = new RegExp(`((?:\\b${WEEKDAY})?${DAY}(?: ${CLOCK})?(?:–${CLOCK})?|${CLOCK}–${CLOCK})`);

/** A text whose days and times stay in one line each: browsers break them at their dashes. */
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
