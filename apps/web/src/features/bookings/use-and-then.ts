import { useEffect, useRef } from 'react';

interface Write<Variables, Answer> {
  readonly mutateAsync: (variables: Variables) => Promise<Answer>;
}
interface Then<Answer> {
  /** What is said of it, wherever one is by then. */
  readonly tell: (answer: Answer) => void;
  /** Where the form still stands. */
  readonly close: (answer: Answer) => void;
}

/**
 * Sends what a form is for. What came of it is said, with the way back, also where the form has gone meanwhile: the callbacks of `mutate` go
 * with it. Why it failed stands in the form.
 */
export function useAndThen() {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  return <Variables, Answer>(write: Write<Variables, Answer>, variables: Variables, then: Then<Answer>): void =>
    void write.mutateAsync(variables).then(
      (answer) => {
        then.tell(answer);
        if (isThere.current) then.close(answer);
      },
      () => undefined,
    );
}
