/** Who usually drives what, by the names of units. Invented people; those of the roster are named there too. */
export const USUAL_DRIVERS: Readonly<Record<string, string>> = {
  '101 Servicebil Maja': 'Maja Lindholt',
  '102 Servicebil Jonas': 'Jonas Brekkestam',
  '103 Servicebil El': 'Elin Tallvret',
  '104 VVS Söder': 'Henrik Sjövalla',
  '105 Kylbil Årsta': 'Amina Kvarnfors',
  '106 Budbil City': 'Oskar Rimmerfeldt',
  '107 Nattbud Stockholm': 'Petra Nattsjö',
  '108 Taxi Vasastan': 'Reza Almstrand',
  '109 Taxi natt': 'Lovisa Torpnäs',
  '110 Rondbil dag': 'Gustav Enevret',
  '111 Rondbil natt': 'Signe Backarå',
  '112 Platschef Lindholt': 'Anders Lindholt',
  '113 Uppland service': 'Karin Husbyvik',
  '114 Mälaren bud': 'Mikael Strandhede',
  '117 Taxi Kungsholmen': 'Yusuf Bergalid',
  '118 Taxi Södermalm': 'Tove Ringdala',
  '119 Taxi Östermalm natt': 'Sven Mossegård',
  '201 Servicebil Hisingen': 'Linnea Klippvik',
  '202 Servicebil Mölndal': 'Johan Åbytorp',
  '203 Budbil Göteborg': 'Samir Ekfalla',
  '204 Taxi Göteborg natt': 'Birgitta Holmsund',
  '205 Rondbil Göteborg natt': 'Nils Särövall',
  '206 Säljare Öberg': 'Klara Öbergsvik',
  '207 Reservbil': 'Johan Åbytorp',
  '208 Taxi Göteborg': 'Fatima Lundqvarn',
  '209 Nattbud Göteborg': 'Emil Tjörnhage',
  '301 Servicebil Lund': 'Agnes Råbyholm',
  '302 Servicebil Malmö': 'Viktor Limhage',
  '303 Kylbil Skåne': 'Nora Slättåkra',
  '304 Rondbil Malmö natt': 'Arvid Söderslott',
  '305 Taxi Malmö': 'Leila Kullavik',
  '306 Rondbil Malmö dag': 'Stina Bokhede',
  '401 Servicebil Oslo': 'Kari Furuvang',
  '402 Budbil Oslo': 'Ola Bekkhaug',
  '403 Drosje Oslo natt': 'Silje Nattland',
  '404 Servicebil Bergen': 'Trond Vågskar',
  '405 Vaktbil Bergen natt': 'Marit Fjellbu',
  '406 Drosje Oslo': 'Hassan Granlid',
  '407 Budbil Bergen': 'Ida Nesvåg',
  '501 London courier': 'Alice Fernmoor',
  '502 London nights': 'George Oakwold',
  '601 Fjärrbil Göteborg': 'Roland Vägsjö',
  '602 Nattfjärr Göteborg': 'Ulrika Tjärnholm',
  '603 Fjärrbil Norrland': 'Isak Fjällhede',
  '604 Nattfjärr Oslo': 'Pernilla Gränsby',
  '605 Fjärrbil Bergen': 'Lars Myrstøl',
  '611 Släp Göteborg': 'Roland Vägsjö',
  '612 Släpkärra Söder': 'Henrik Sjövalla',
  '701 Plogbil Kiruna': 'Aslak Snötorp',
  '801 Grävmaskin 14 t': 'Bengt Grusvall',
  '802 Hjullastare': 'Sofia Schaktlid',
  '901 Arbetsbåt Vaxholm': 'Fredrik Skärvik',
};

/** Of these the tracker reads the driver's tag: 16 hexadecimal digits as the log shows them. */
export const DRIVER_TAGS: Readonly<Record<string, string>> = {
  '301 Servicebil Lund': '01A4C20F5E7B3091',
  '302 Servicebil Malmö': '01A4C20F5E7B30A6',
};

const LETTERS: Readonly<Record<string, string>> = { å: 'a', ä: 'a', ö: 'o', ø: 'o' };

/** The address of a driver of the demo's company. */
export const emailOf = (fullName: string): string =>
  `${fullName
    .toLowerCase()
    .replace(/[åäöø]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(' ', '.')}@sorlaby.example`;
