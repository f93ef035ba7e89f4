/** Fetches the font once the page stands: the first paint does not wait for it. */
export function loadFont(): void {
  const load = (): void => void import('./font.css');
  if (document.readyState === 'complete') requestAnimationFrame(() => setTimeout(load));
  else window.addEventListener('load', () => setTimeout(load), { once: true });
}
