import { lazy, Suspense, type ReactNode } from 'react';
import { ADDRESSES } from '../lib/addresses.ts';
import { useT } from '../lib/i18n.tsx';
import { usePublicConfig } from '../lib/public-config.tsx';
import { PublicLink } from '../lib/public-link.tsx';
import { useMedia } from '../lib/use-media.ts';
import { Mark } from '../ui/mark.tsx';
import { PagePreferences } from './page-preferences.tsx';
import styles from './public-layout.module.css';

/** Drawn once the page stands. */
const TrackArt = lazy(() => import('./track-art.tsx').then((module) => ({ default: module.TrackArt })));
/** As in the style sheet: a phone has no room for the art, and neither fetches nor computes it. */
const HAS_ROOM_FOR_ART = '(min-width: 881px)';

/** `form`: one column of fields beside the art. `text`: something to read. `card`: the older design, without art. `wide`: cards side by side. `document`: a record that is read like a sheet of paper, from the top of the page. */
export type PublicPageShape = 'form' | 'text' | 'card' | 'wide' | 'document';

/** NAV-008: what every public page but the alert opt-out stands in. */
export function PublicLayout(props: { shape: PublicPageShape; children: ReactNode }): ReactNode {
  const t = useT();
  const { brand } = usePublicConfig();
  const hasRoom = useMedia(HAS_ROOM_FOR_ART);
  const hasArt = props.shape === 'form' && hasRoom;
  return (
    <div className={styles['page']} data-shape={props.shape}>
      <div className={styles['main']}>
        <header className={styles['top']}>
          <PublicLink href={ADDRESSES.start} className={styles['brand']}>
            <Mark size={30} />
            <span>{brand.name}</span>
          </PublicLink>
          <PagePreferences />
        </header>
        <main id="content" className={styles['centre']}>
          {props.children}
        </main>
      </div>
      {hasArt && (
        <aside className={styles['art']} aria-hidden="true">
          <Suspense fallback={null}>
            <TrackArt />
          </Suspense>
          <p className={styles['lead']}>{t('SignInLead')}</p>
        </aside>
      )}
    </div>
  );
}

/** NAV-007, DEC-19: no header, no menu; language and appearance stand below, for whoever came here by a mail. */
export function BareLayout(props: { children: ReactNode }): ReactNode {
  return (
    <div className={styles['bare']}>
      <main id="content">{props.children}</main>
      <footer>
        <PagePreferences />
      </footer>
    </div>
  );
}
