/** What has been typed is chosen: a keyboard that lies over the page goes, a real one keeps its place. */
export function closeScreenKeyboard({ isPhone = false }: { isPhone?: boolean } = {}): void {
  if (!isPhone && !matchMedia('(pointer: coarse)').matches) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
