import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFollowedRow } from './use-followed-row.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ROW_PX = 40;
const HEIGHT_PX = 300;

function List({ current, isPlaying }: { current: number; isPlaying: boolean }): ReactNode {
  const rows = useFollowedRow<HTMLUListElement>(current, isPlaying);
  return (
    <div style={{ overflowY: 'auto' }} data-testid="list">
      <ul ref={rows}>
        {Array.from({ length: 50 }, (_, i) => (
          <li key={i} aria-current={i === current ? true : undefined} data-row={i} />
        ))}
      </ul>
    </div>
  );
}

function open(current: number, isPlaying: boolean) {
  const { rerender } = render(<List current={current} isPlaying={isPlaying} />);
  const list = screen.getByTestId('list');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = this.dataset['row'];
    const top = at === undefined ? 0 : Number(at) * ROW_PX - list.scrollTop;
    const height = at === undefined ? HEIGHT_PX : ROW_PX;
    return { top, bottom: top + height, height } as DOMRect;
  });
  return { list, play: (to: number, plays = true) => act(() => rerender(<List current={to} isPlaying={plays} />)) };
}

test('MAP-029: while a history plays, the row on which the cursor stands stays in view in the list', () => {
  const { list, play } = open(0, false);
  play(30, false);
  expect(list.scrollTop, 'at rest the list stays where it is').toBe(0);
  play(2);
  expect(list.scrollTop, 'a row that is seen does not move').toBe(0);
  play(30);
  expect(list.scrollTop).toBe(30 * ROW_PX - HEIGHT_PX / 3);
});

test('MAP-029: whoever scrolls the list by hand is left there, until it is played again', () => {
  const { list, play } = open(0, false);
  play(1);
  fireEvent.wheel(list);
  list.scrollTop = 700;
  play(2);
  expect(list.scrollTop).toBe(700);
  play(2, false);
  play(3);
  expect(list.scrollTop).toBe(3 * ROW_PX - HEIGHT_PX / 3);
});
