import { Button } from '@/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card';
import { Input } from '@/components/ui/input';
import { useState } from 'react';

export default function Order() {
  const [note, setNote] = useState('');
  const { title, fields, label, button, ordered } = props;
  return (
    <Card role="article">
      <CardHeader><CardTitle role="heading" aria-level={3}>{title}</CardTitle></CardHeader>
      <CardContent>
        <dl>
          {Object.entries(fields).map(([item, price]) => <div key={item}><dt>{item}</dt><dd>{price}</dd></div>)}
        </dl>
        <Input aria-label={label} value={note} onChange={event => setNote(event.target.value)} />
        <Button onClick={() => sendUserMessage(ordered + note)}>{button}</Button>
      </CardContent>
    </Card>
  );
}
