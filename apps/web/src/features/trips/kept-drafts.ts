/**
 * What was typed into the log and is not the server's yet, for as long as the page lives: a session that ends takes the screens
 * away, and whoever signs in again finds the texts where they were. Nobody else does, and nothing of it is stored.
 */
let kept: { readonly userId: number; readonly values: Map<string, string> } | null = null;

export function keepDraft(userId: number, key: string, value: string): void {
  if (kept?.userId !== userId) kept = { userId, values: new Map() };
  kept.values.set(key, value);
}

export function forgetDraft(userId: number, key: string): void {
  if (kept?.userId === userId) kept.values.delete(key);
}

/** By field; those of another user are forgotten. */
export function keptDrafts(userId: number): ReadonlyMap<string, string> {
  if (kept?.userId !== userId) kept = null;
  return kept?.values ?? new Map();
}
