/** CONST-043: ids of weekdays in the order of the week, which starts on Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** Weekdays by number as names, in ranges: "Mon–Fri", "Mon, Wed". */
export function weekdaysText(weekdays: readonly number[], nameOf: (weekday: number) => string): string {
  const chosen = WEEK.map((day) => weekdays.includes(day));
  const parts: string[] = [];
  for (let i = 0; i < WEEK.length; i++) {
    if (!chosen[i]) continue;
    let end = i;
    while (chosen[end + 1]) end++;
    const names = [nameOf(WEEK[i] as number), nameOf(WEEK[end] as number)];
    if (end - i >= 2) parts.push(names.join('–'));
    else for (let day = i; day <= end; day++) parts.push(nameOf(WEEK[day] as number));
    i = end;
  }
  return parts.join(', ');
}
