import { Link, useLocation } from 'wouter';

interface NavItemProps {
  readonly path: string;
  /** Where the item leads, if the address says more than the path. */
  readonly href?: string;
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly note?: React.ReactNode;
  readonly onNavigate?: () => void;
}

export function NavItem({ path, href = path, label, icon, note, onNavigate }: NavItemProps) {
  const [location] = useLocation();
  const isCurrent = location === path || location.startsWith(`${path}/`);
  return (
    <li>
      <Link href={href} className="nav-item" aria-current={isCurrent ? 'page' : undefined} onClick={onNavigate}>
        {icon}
        <span className="grow truncate">{label}</span>
        {note}
      </Link>
    </li>
  );
}
