/** Goes to another public page without loading the document again; pages behind the sign-in use the router. */
export function navigateTo(href: string, options: { replace?: boolean } = {}): void {
  history[options.replace ? 'replaceState' : 'pushState'](null, '', href);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
