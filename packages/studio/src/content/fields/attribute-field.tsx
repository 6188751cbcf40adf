import { ComponentField } from './component-field.js';
import type { FieldProps } from '../inputs/form-context.js';
import { MediaField } from './media-field.js';
import { PrivateField } from './private-field.js';
import { RelationField } from './relation-field.js';
import { ScalarField } from './scalar-field.js';
import { ZoneField } from './zone-field.js';

/** The field of an attribute of any kind. */
export function AttributeField(props: FieldProps) {
  const { attribute } = props;
  // A password has a control of its own, which never shows it.
  const isPrivate = !attribute.readable && !(attribute.kind === 'scalar' && attribute.type === 'password');
  const control = <Control {...props} />;
  return (
    <div className="field-place" data-path={props.path}>
      {isPrivate ? <PrivateField {...props}>{control}</PrivateField> : control}
    </div>
  );
}

function Control({ attribute, ...rest }: FieldProps) {
  switch (attribute.kind) {
    case 'scalar':
      return <ScalarField attribute={attribute} {...rest} />;
    case 'media':
      return <MediaField attribute={attribute} {...rest} />;
    case 'component':
      return <ComponentField attribute={attribute} {...rest} />;
    case 'dynamicZone':
      return <ZoneField attribute={attribute} {...rest} />;
    case 'relation':
      return <RelationField attribute={attribute} {...rest} />;
  }
}
