const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * ERR-041: a form whose fields somebody else has saved meanwhile: theirs where they changed one, and what is typed in all others.
 * @param began what the form began with
 */
export function withTheirs<Form extends object>(began: Form, mine: Form, theirs: Form): Form {
  return { ...theirs, ...leftAlone(mine, began, theirs) };
}

/**
 * The same of changes that are kept apart from what they change: those of fields that somebody else left alone.
 * @param began what these fields were when they were changed
 */
export function leftAlone<Form extends object>(changes: Partial<Form>, began: Partial<Form>, theirs: Form): Partial<Form> {
  const fields = (Object.keys(changes) as (keyof Form)[]).filter((field) => isSame(began[field], theirs[field]));
  return Object.fromEntries(fields.map((field) => [field, changes[field]])) as Partial<Form>;
}
