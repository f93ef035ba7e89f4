import { createRoute } from '@tanstack/react-router';
import { ADDRESSES } from '../lib/addresses.ts';
import { getParentRoute, type PageText } from '../lib/page.ts';
import { PlannedPage } from './planned-page.tsx';

const planned = <const Path extends string>(path: Path, title: PageText) =>
  createRoute({ getParentRoute, path, staticData: { title }, component: () => <PlannedPage title={title} /> });

/** Pages of later issues: address, guard and title are in force already; a page moves to its feature with the issue that builds it. */
export const plannedPages = [planned(ADDRESSES.congestionReport, (t) => t('CongestionReport'))] as const;
