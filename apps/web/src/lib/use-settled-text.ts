import { useEffect, useState } from 'react';

const WAIT_MS = 300;

/** A text that is typed freely and handed on, trimmed, when the typing pauses; an address that changes brings its own. */
export function useSettledText(value: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSettled(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
    // Only a new text starts the wait; the callback is a new one on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [text, value]);
  return [text, setText];
}
