const known = new Map<string, string>();

/** Called by `more-icons.ts`, which the signed-in pages bring along (NFR-001). */
export function learnIcons(more: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(more)) known.set(name, path);
}

/** The path of an icon that has been brought along. */
export const learntPath = (name: string): string | undefined => known.get(name);
