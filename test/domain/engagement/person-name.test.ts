import { expect, test } from 'vitest';
import { personName, personNamed } from '#domain/engagement/person-name.ts';

test('a person is called by their name, however the service writes it, and by the address only without one', () => {
  expect([
    personName({ login: 'mq', name: 'Mara Quay', email: 'mq@x.test' }),
    personName({ name: 'mq', login: 'mq', firstName: 'Mara', lastName: 'Quay' }),
    personName({ email: 'mq@x.test', full_name: 'Mara Quay' }),
    personName({ email: 'mq@x.test', name: 'mq@x.test' }),
    personName({ email: 'mq@x.test', name: 7 }),
    personName({}),
  ]).toEqual(['Mara Quay', 'Mara Quay', 'Mara Quay', 'mq@x.test', '7', '']);
});

test('a login or an address stands for the person behind it, where somebody says who that is', () => {
  const team = [
    { name: 'Ada Lane', email: 'Ada@x.test' },
    { name: '', email: 'nobody@x.test' },
  ];
  const named = personNamed({ login: 'mq', name: 'Mara Quay', email: 'mq@x.test' }, team);
  const unnamed = personNamed({ login: 'ada', email: 'ada@x.test' }, team);
  expect([
    ['mq', 'MQ@x.test', 'Mara Quay', 'ada@x.test', 'nobody@x.test', 'B. Other', ''].map(named),
    ['ada', 'ada@x.test'].map(unnamed),
  ]).toEqual([
    ['Mara Quay', 'Mara Quay', 'Mara Quay', 'Ada Lane', 'nobody@x.test', 'B. Other', ''],
    ['Ada Lane', 'Ada Lane'],
  ]);
});

test('blanks around names, logins and addresses do not count', () => {
  expect([
    personName({ name: '  ', firstName: ' Mara ', lastName: ' Quay ' }),
    personName({ login: ' MQ ', name: 'mq', email: ' mq@x.test ' }),
    personName({ email: ' mq@x.test ' }),
  ]).toEqual(['Mara Quay', 'mq', 'mq@x.test']);
  const named = personNamed({ login: ' MQ ', name: 'Mara' }, [
    { name: ' Ada ', email: ' Ada@x.test ' },
    { name: 'None', email: ' ' },
  ]);
  expect([' mq ', 'ada@X.test', '', ' '].map(named)).toEqual(['Mara', 'Ada', '', ' ']);
});

test('a user whom nobody names keeps what the service calls them', () => {
  const unnamed = personNamed({ login: 'mq' }, []);
  expect([unnamed('mq'), unnamed('other'), personNamed({}, [])('mq')]).toEqual(['mq', 'other', 'mq']);
});
