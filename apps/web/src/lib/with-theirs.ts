/**
 * ERR-041: a form whose fields somebody else has saved meanwhile: theirs where they changed one, and what is typed in all others.
 * @param began what the form began with
 */
export function withTheirs<Form extends object>(began: Form, mine: Form, theirs: Form): Form {
  const changed = (Object.keys(theirs) as (keyof Form)[]).filter(
    (field) => JSON.stringify(theirs[field]) !== JSON.stringify(began[field]),
  );
  return { ...mine, ...Object.fromEntries(changed.map((field) => [field, theirs[field]])) };
}
