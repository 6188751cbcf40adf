import { Activity, BookOpen, Braces, ListTodo, ShieldCheck, Waypoints } from 'lucide-react';

import { NavItem } from '../shell/sidebar.js';

const items = [
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
        {items.map((item) => (
          <NavItem key={item.path} {...item} onNavigate={onNavigate} />
        ))}
      </ul>
    </section>
  );
}
