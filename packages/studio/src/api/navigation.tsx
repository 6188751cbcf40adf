import { Activity, BookOpen, Braces, ListTodo, ShieldCheck, Waypoints } from '../design/icons.js';

import { setup } from '../setup.js';
import { NavItem } from '../design/nav-item.js';

/** The screens of `/api/…`; none where `content-gen serve` does not answer them. */
export const apiScreens = !setup.development
  ? []
  : [
      { path: '/api/model', label: 'Model', icon: <Waypoints aria-hidden /> },
      { path: '/api/query', label: 'Query', icon: <Braces aria-hidden /> },
      { path: '/api/reference', label: 'Reference', icon: <BookOpen aria-hidden /> },
      { path: '/api/rights', label: 'Rights', icon: <ShieldCheck aria-hidden /> },
      { path: '/api/pending', label: 'Pending', icon: <ListTodo aria-hidden /> },
      { path: '/api/log', label: 'Log', icon: <Activity aria-hidden /> },
    ];

/** The navigation beside the screens of `/api/…`. */
export function ApiNavigation({ onNavigate }: { readonly onNavigate: () => void }) {
  return (
    <section className="nav-group">
      <h2 className="nav-title">API of this project</h2>
      <ul>
        {apiScreens.map((item) => (
          <NavItem key={item.path} {...item} onNavigate={onNavigate} />
        ))}
      </ul>
    </section>
  );
}
