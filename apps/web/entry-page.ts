import type { Plugin } from 'vite';

const START = '/src/main.tsx';
const PAGE = '/src/app/entry.tsx';
/** Around every page behind the sign-in. */
const SIGNED_IN = '/src/app/signed-in.tsx';
/** Shown to strangers without the sign-in page; what the two share is a chunk of its own. */
const FOR_STRANGERS = ['/src/features/sharing/watch/page.ts', '/src/features/alarms/by-link/page.ts'];

type ModuleOf = (id: string) => { readonly importedIds: readonly string[] } | null;

/** All that a module or a file imports before it runs, itself included. */
function reachedFrom(id: string, moduleOf: ModuleOf, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of moduleOf(id)?.importedIds ?? []) reachedFrom(next, moduleOf, seen);
  return seen;
}

type Reached = Readonly<Record<'start' | 'page' | 'strangers' | 'signedIn', ReadonlySet<string>>>;

/**
 * The sign-in page and React, a chunk each beside the small one that starts them, named in the document: otherwise it is two
 * dozen files, which the browser hears of only when the first script has run (NFR-001). And what stands around every page behind it, one
 * chunk instead of thirty.
 */
export function entryPage(root: string): { plugin: Plugin; group: { name: NameOf } } {
  let reached: Reached | null = null;
  const name: NameOf = (id, context) => {
    const moduleOf: ModuleOf = (each) => context.getModuleInfo(each);
    reached ??= {
      start: reachedFrom(root + START, moduleOf),
      page: reachedFrom(root + PAGE, moduleOf),
      strangers: new Set(FOR_STRANGERS.flatMap((page) => [...reachedFrom(root + page, moduleOf)])),
      signedIn: reachedFrom(root + SIGNED_IN, moduleOf),
    };
    if (reached.start.has(id)) return 'start';
    // The module itself keeps a file of its own, which others name.
    if (!reached.page.has(id)) return reached.signedIn.has(id) && id !== root + SIGNED_IN ? 'frame' : null;
    if (reached.strangers.has(id)) return 'both';
    // React changes less often than we do: whoever comes back after an update has it already.
    return /\/node_modules\/(?:react|react-dom|scheduler)\//.test(id) ? 'react' : 'sign-in';
  };
  const plugin: Plugin = {
    name: 'entry-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const page = chunks.find((each) => each.moduleIds.includes(root + PAGE));
        if (!page) throw new Error(`no chunk holds ${PAGE}`);
        const reachedFiles = reachedFrom(page.fileName, (file) => {
          const found = chunks.find(({ fileName }) => fileName === file);
          return found ? { importedIds: found.imports } : null;
        });
        const link = (rel: string, file: string) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel, crossorigin: true, href: `/${file}` },
        });
        const scripts = [...reachedFiles].filter((file) => !html.includes(file));
        const styles = [...(page.viteMetadata?.importedCss ?? [])].filter((file) => !html.includes(file));
        return [...scripts.map((file) => link('modulepreload', file)), ...styles.map((file) => link('stylesheet', file))];
      },
    },
  };
  return { plugin, group: { name } };
}

type NameOf = (id: string, context: { getModuleInfo: ModuleOf }) => string | null;
