import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { type DayStop, draggedIn, hourIn, quarterAt } from './day-model.ts';
import type { Local, Span } from './time-model.ts';
import { shareOn } from './use-day-drag.ts';

/** What the pointer is about to book, and of which row. */
export interface GapChoice {
  readonly row: number;
  readonly span: Span;
}

/** Where on the scale of its row a pointer is. */
const shareOf = (event: MouseEvent): number => shareOn((event.target as Element).closest('[data-lane]'), event.clientX);

/**
 * BOOK-009, BOOK-044: a free time that is pressed begins where it is pressed, and one that is dragged over is as long as that; a press of the
 * keyboard means the morning, or the beginning of what is free.
 */
export function useGapChoice(parts: {
  day: string;
  /** The free time that an element stands for. */
  freeOf: (element: Element) => { readonly row: number; readonly stop: DayStop } | null;
  onChoose: (row: number, span: Span) => void;
}) {
  const [choice, setChoice] = useState<GapChoice | null>(null);
  const began = useRef<{ readonly row: number; readonly free: Span; readonly quarter: Local } | null>(null);
  const isClickOver = useRef(false);
  const onChoose = useRef(parts.onChoose);
  useEffect(() => {
    onChoose.current = parts.onChoose;
  });
  const { day } = parts;
  return {
    choice,
    onPointerDown: (event: PointerEvent): void => {
      const at = parts.freeOf(event.target as Element);
      isClickOver.current = false;
      began.current =
        at && event.button === 0 && event.pointerType !== 'touch'
          ? { row: at.row, free: at.stop.span, quarter: quarterAt(shareOf(event), day) }
          : null;
    },
    onPointerMove: (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      const from = began.current;
      const quarter = quarterAt(shareOf(event), day);
      if (from && event.buttons === 1) {
        if (quarter !== from.quarter || isClickOver.current) {
          isClickOver.current = true;
          setChoice({ row: from.row, span: draggedIn(from.free, from.quarter, quarter) });
        }
        return;
      }
      const at = parts.freeOf(event.target as Element);
      const next = at && { row: at.row, span: hourIn(at.stop.span, quarter) };
      setChoice((before) => (before?.row === next?.row && before?.span.start === next?.span.start ? before : next));
    },
    onPointerUp: (): void => {
      const from = began.current;
      began.current = null;
      if (from && isClickOver.current && choice) onChoose.current(choice.row, choice.span);
    },
    onPointerLeave: (): void => {
      began.current = null;
      setChoice(null);
    },
    /** Whether a click was of a free time, or ended a drag. */
    onClick: (event: MouseEvent): boolean => {
      if (isClickOver.current) {
        isClickOver.current = false;
        return true;
      }
      const at = parts.freeOf(event.target as Element);
      // A press of the keyboard is a click without a place.
      if (at) onChoose.current(at.row, hourIn(at.stop.span, event.detail === 0 ? null : quarterAt(shareOf(event), day)));
      return at !== null;
    },
  };
}
