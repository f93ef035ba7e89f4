import { expect, test } from 'vitest';
import { createToastList } from './toast-list.ts';

const texts = (list: ReturnType<typeof createToastList>): string[] => list.getToasts().map(({ text }) => text);

test('what is said word for word again stands once, the newest last, and is a new notice', () => {
  const list = createToastList();
  const first = list.show({ text: 'Booked' });
  list.show({ text: 'Moved' });
  const again = list.show({ text: 'Booked' });
  expect(texts(list)).toEqual(['Moved', 'Booked']);
  expect(again).not.toBe(first);
});

test('two deletions that can each be undone both stay', () => {
  const list = createToastList();
  const undo = { label: 'Undo', run: () => undefined };
  list.show({ text: 'Deleted', action: undo });
  list.show({ text: 'Deleted', action: undo });
  expect(texts(list)).toEqual(['Deleted', 'Deleted']);
});

test('of a topic the newest stands, and of all no more than three', () => {
  const list = createToastList();
  list.show({ text: 'Moved to 10', topic: 'move' });
  list.show({ text: 'Moved to 11', topic: 'move' });
  expect(texts(list)).toEqual(['Moved to 11']);
  for (const text of ['a', 'b', 'c']) list.show({ text });
  expect(texts(list)).toEqual(['a', 'b', 'c']);
});

test('what is offered on a page goes away with it; what is only told, and what leads elsewhere, stays', () => {
  const list = createToastList();
  const run = () => undefined;
  list.show({ text: 'Purpose saved', action: { label: 'Undo', run } });
  list.show({ text: 'Attested' });
  list.show({ text: 'Van: towed', action: { label: 'Show', run, isEverywhere: true } });
  list.leavePage();
  expect(texts(list)).toEqual(['Attested', 'Van: towed']);
});
