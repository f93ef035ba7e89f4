import { useEffect, useRef, type RefObject } from 'react';

/** Brings the focus to the first field that is not right, whenever a new refusal arrives. */
export function useFirstError<T extends HTMLElement>(error: unknown): RefObject<T | null> {
  const form = useRef<T>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
