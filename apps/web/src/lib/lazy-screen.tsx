import { lazy, use, type ComponentType, type ReactNode } from 'react';
import { useAllTexts } from './i18n.tsx';

/** A screen in a chunk of its own, fetched side by side with the texts that the sign-in page does without. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Screen = lazy(() => load().then((component) => ({ default: component as ComponentType<object> })));
  return function LazyScreen(props: Props): ReactNode {
    const { hasAllTexts, needAllTexts } = useAllTexts();
    if (hasAllTexts) return <Screen {...props} />;
    // Only begun here; that a chunk cannot be fetched is told by `lazy`.
    load().catch(() => undefined);
    return <Until come={needAllTexts()} />;
  };
}

/** Suspends. Once the texts have come the screen stands in its place. */
function Until(props: { come: Promise<void> }): null {
  use(props.come);
  return null;
}
