import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Search } from '../../design/icons.js';
import { ErrorState, Loading } from '../../design/states.js';

interface PickDialogProps<T> {
  readonly title: string;
  readonly wide?: boolean;
  /** The name of the search: “Search files”; `undefined` where nothing can be found. */
  readonly search: string | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: UseInfiniteQueryResult<readonly T[]>;
  /** Above the search, such as the type of the documents. */
  readonly above?: ReactNode;
  /** Beside the search, such as a button that creates a document or uploads a file. */
  readonly beside?: ReactNode;
  /** What to do if nothing is found. */
  readonly none: ReactNode;
  /** A dialog above this one. */
  readonly over?: ReactNode;
  readonly onClose: () => void;
  readonly children: (found: readonly T[]) => ReactNode;
}

/** A dialog that finds documents or files by a text, page by page. */
export function PickDialog<T>(props: PickDialogProps<T>) {
  const { title, wide = false, search, text, onText, found, above, beside, none, over, onClose, children } = props;
  const foot = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={title} wide={wide} onClose={onClose} foot={foot}>
      <div className="picker">
        {above}
        <div className="row row-wrap">
          {search === undefined ? null : (
            <div className="search-box grow">
              <Search aria-hidden />
              <input
                autoFocus
                type="search"
                dir="auto"
                aria-label={search}
                placeholder={search}
                value={text}
                onChange={(event) => onText(event.target.value)}
              />
            </div>
          )}
          {beside}
        </div>
        {found.isLoading ? <Loading /> : null}
        {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
        {found.data?.length === 0 ? <p className="picker-none muted">{none}</p> : null}
        {found.data === undefined ? null : children(found.data)}
        {found.hasNextPage ? (
          <Button
            variant="quiet"
            className="more"
            disabled={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show more
          </Button>
        ) : null}
        {over}
      </div>
    </Dialog>
  );
}
