import { Select } from '../design/field.js';

interface RoleSelectProps {
  readonly label: string;
  readonly roles: readonly string[];
  readonly value: string;
  /** The text of an empty choice that is not full access. */
  readonly none?: string;
  readonly onChange: (role: string) => void;
}

/** `*` stands for full access where an empty choice means none. */
export const FULL = '*';

export function RoleSelect({ label, roles, value, none, onChange }: RoleSelectProps) {
  return (
    <label className="role-select">
      <span className="muted small">{label}</span>
      <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {none === undefined ? null : <option value="">{none}</option>}
        <option value={none === undefined ? '' : FULL}>full access</option>
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </Select>
    </label>
  );
}
