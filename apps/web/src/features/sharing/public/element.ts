/** An element with what is in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string | undefined,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Changes nothing where nothing changed: a screen reader says what is put there anew. */
export function say(made: HTMLElement, text: string): void {
  if (made.textContent !== text) made.textContent = text;
  made.hidden = text === '';
}
