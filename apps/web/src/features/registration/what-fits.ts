/**
 * What a limited field holds after somebody typed or pasted more than fits: as much of that as there is room for. What stood behind
 * it stays, so that a word put into the middle of a full field does not push out its end.
 */
export function whatFits(before: string, typed: string, isTooLong: (text: string) => boolean): string {
  if (!isTooLong(typed)) return typed;
  let start = 0;
  while (start < Math.min(before.length, typed.length) && before[start] === typed[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, typed.length) - start && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  const tail = typed.slice(typed.length - end);
  let head = typed.slice(0, typed.length - end);
  while (head !== '' && isTooLong(head + tail)) head = head.slice(0, -1);
  return head + tail;
}
