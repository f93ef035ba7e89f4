import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import { rowCount, type TripPage } from './model.ts';
import { tripsQuery } from './queries.ts';
import { PAGE_SIZES, tripsInput, type TripSearch } from './public/trip-search.ts';

/** So many rows are a page; fewer, and rounds that fold left little of its trips. */
const FULL_ROWS = 60;

/**
 * A page of the log that is counted in the rows it shows. Where the first hundred trips fold to a few, the pages of this log hold the most
 * trips that one can: one question more, and never a third. `folds`: rounds are one row each.
 */
export function useFullPage(search: TripSearch, today: string, folds: boolean) {
  const send = useSend();
  const usual = tripsInput({ ...search, page: undefined }, today);
  const isThin = (page: TripPage | undefined): boolean => page !== undefined && page.page.count > 1 && rowCount(page) < FULL_ROWS;
  const isAsked = folds && search.rows === undefined;
  const first = useQuery({
    ...endpointQuery(send, 'trips.generate', usual),
    // Asked for once: it goes on being read when it is the page itself.
    enabled: ({ state }) => isAsked && state.data === undefined,
  });
  const isWide = isAsked && isThin(first.data);
  const input = isWide ? tripsInput({ ...search, rows: PAGE_SIZES[1] }, today) : tripsInput(search, today);
  const isFirst = search.page === undefined;
  const trips = useQuery({
    ...tripsQuery(send, input),
    enabled: isFirst || !isAsked || first.data !== undefined || first.isError,
    // Until the whole page is there the beginning of it is shown as it is.
    placeholderData: isWide && isFirst ? first.data : keepPreviousData,
  });
  return { trips, input, isOld: trips.isPlaceholderData && !(isWide && isFirst) };
}
