import { Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { ADDRESSES, isSignedInAddress, isSupportAddress, withoutSlash } from '../lib/addresses.ts';
import { isNewDesign } from '../lib/design-flag.ts';
import { useT } from '../lib/i18n.tsx';
import { lazyScreen } from '../lib/lazy-screen.tsx';
import { PublicConfigProvider, usePublicConfig } from '../lib/public-config.tsx';
import { NotFound } from './not-found.tsx';
import type { SELDOM } from './seldom-pages.ts';
import { BareLayout, PublicLayout, type PublicPageShape } from './public-layout.tsx';

interface PublicPage {
  readonly Screen: ComponentType;
  /** `own`: it lays itself out. */
  readonly shape: PublicPageShape | 'bare' | 'own';
  /** The shape in the older design, where it differs. */
  readonly oldShape?: PublicPageShape;
}

const seldom = (name: keyof typeof SELDOM): ComponentType =>
  lazyScreen(() => import('./seldom-pages.ts').then((module) => module.SELDOM[name]()));

/** Each in its own chunk: who signs in loads none of them. */
const PAGES: Readonly<Record<string, PublicPage>> = {
  [ADDRESSES.register]: {
    Screen: lazyScreen(() => import('../features/registration/screen.tsx').then((module) => module.RegisterScreen)),
    shape: 'form',
    oldShape: 'wide',
  },
  [ADDRESSES.forgotPassword]: {
    Screen: lazyScreen(() => import('../features/auth/forgot-password-screen.tsx').then((module) => module.ForgotPasswordScreen)),
    shape: 'form',
    oldShape: 'card',
  },
  [ADDRESSES.singleSignOn]: {
    Screen: seldom('signOn'),
    shape: 'form',
    oldShape: 'card',
  },
  [ADDRESSES.resetPassword]: {
    Screen: lazyScreen(() => import('../features/auth/reset-password-screen.tsx').then((module) => module.ResetPasswordScreen)),
    shape: 'form',
    oldShape: 'card',
  },
  [ADDRESSES.confirmEmail]: {
    Screen: seldom('confirmEmail'),
    shape: 'form',
    oldShape: 'card',
  },
  [ADDRESSES.deletion]: {
    Screen: seldom('deletion'),
    shape: 'text',
  },
  [ADDRESSES.terms]: {
    Screen: seldom('terms'),
    shape: 'text',
  },
  [ADDRESSES.support]: {
    Screen: seldom('support'),
    shape: 'own',
  },
  [ADDRESSES.sharedTheftReport]: {
    Screen: seldom('sharedReport'),
    shape: 'document',
  },
  [ADDRESSES.verify]: {
    Screen: seldom('verify'),
    shape: 'text',
  },
  [ADDRESSES.alerts]: {
    Screen: seldom('optOut'),
    shape: 'bare',
  },
};

/** The pages that need no session, picked by the path without a router. `start` is what `/` shows. */
export function PublicPages(props: { path: string; start: ReactNode }): ReactNode {
  return (
    <PublicConfigProvider>
      <Shown {...props} path={withoutSlash(props.path)} />
    </PublicConfigProvider>
  );
}

function Shown(props: { path: string; start: ReactNode }): ReactNode {
  const { start } = props;
  // Its own pages are its own matter.
  const path = isSupportAddress(props.path) ? ADDRESSES.support : props.path;
  const t = useT();
  const { brand } = usePublicConfig();
  const isNew = isNewDesign(brand.subsiteId);
  const page = PAGES[path];
  const isStart = path === ADDRESSES.start || isSignedInAddress(path);
  const name = isStart ? ADDRESSES.start : path;
  const shownBefore = useRef(name);
  const content = (
    <Suspense fallback={null}>
      <FocusOnArrival key={name} name={name} shownBefore={shownBefore}>
        {page ? (
          <page.Screen />
        ) : isStart ? (
          start
        ) : (
          <NotFound address={path} way={{ href: ADDRESSES.start, label: t('ToSignIn') }} />
        )}
      </FocusOnArrival>
    </Suspense>
  );
  if (page?.shape === 'own') return <main id="content">{content}</main>;
  if (page?.shape === 'bare') return <BareLayout>{content}</BareLayout>;
  const shape = page ? (isNew ? page.shape : (page.oldShape ?? page.shape)) : isStart ? (isNew ? 'form' : 'card') : 'text';
  return <PublicLayout shape={shape}>{content}</PublicLayout>;
}

/**
 * On a change of page the focus goes to the field marked `data-first`, else to the heading, so that keyboard and screen
 * reader are where the eyes are. The page that the browser opened itself keeps the browser's focus.
 */
function FocusOnArrival(props: { name: string; shownBefore: { current: string }; children: ReactNode }): ReactNode {
  const { name, shownBefore } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shownBefore.current === name) return;
    shownBefore.current = name;
    scrollTo(0, 0);
    const target = box.current?.querySelector<HTMLElement>('[data-first]') ?? box.current?.querySelector<HTMLElement>('h1');
    if (!target || box.current?.contains(document.activeElement)) return;
    if (target.tagName === 'H1') target.tabIndex = -1;
    target.focus();
  }, [name, shownBefore]);
  return <div ref={box}>{props.children}</div>;
}
