import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { ObjectForm } from '../components/object-form.tsx';
import { PicturesSection } from '../components/pictures-section.tsx';
import frame from '../../../ui/section.module.css';
import type { ObjectForm as Form } from '../model.ts';
import { descriptionQuery } from '../queries.ts';
import type { Draft } from '../../../lib/use-draft.ts';

/** OBJ-001: what the unit sits in, with its pictures. */
export function ObjectTab(props: { imei: string; draft: Draft<Form> }): ReactNode {
  const { imei } = props;
  const query = useQuery(descriptionQuery(useSend(), imei));
  const { data } = query;
  if (!data) return <NotLoaded query={query} heights={[320]} isPart />;
  return (
    <div className={frame['sections']}>
      <ObjectForm imei={imei} description={data} draft={props.draft} />
      <PicturesSection imei={imei} description={data} />
    </div>
  );
}
