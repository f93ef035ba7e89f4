import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ReportTrack } from '../components/report-track.tsx';
import { TheftForm } from '../components/theft-form.tsx';
import { TheftShares } from '../components/theft-shares.tsx';
import { TheftVersions } from '../components/theft-versions.tsx';
import frame from '../../../ui/section.module.css';
import type { TheftForm as Form } from '../model.ts';
import { theftQuery } from '../queries.ts';
import type { Draft } from '../../../lib/use-draft.ts';

/** OBJ-008: the theft report of a unit, its versions, and the links that were made to it. */
export function TheftTab(props: { imei: string; draft: Draft<Form>; offer?: ReactNode }): ReactNode {
  const { imei } = props;
  const t = useT();
  const query = useQuery(theftQuery(useSend(), imei));
  const { data } = query;
  if (!data) return <NotLoaded query={query} heights={[320]} isPart />;
  if (!data.can.report) return <Banner tone="information">{t('TheftNotAllowed')}</Banner>;
  return (
    <div className={frame['sections']}>
      {props.offer}
      <TheftForm imei={imei} page={data} draft={props.draft} />
      {data.latest && <TheftVersions imei={imei} versions={data.versions} />}
      {data.latest && <ReportTrack report={data.latest} />}
      {data.latest && <TheftShares imei={imei} page={data} version={data.latest.version} />}
    </div>
  );
}
