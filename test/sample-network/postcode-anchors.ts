/** Postcodes of well-known places. Other places get one near that of the closest listed place. */
const postcodeLists = {
  ACT: `
    Canberra 2600, Belconnen 2617, Tuggeranong 2900, Gungahlin 2912`,
  NSW: `
    Sydney 2000, Randwick 2031, Bankstown 2200, Parramatta 2150, Blacktown 2148, Penrith 2750,
    Liverpool 2170, Campbelltown 2560, Hornsby 2077, Manly 2095, Cronulla 2230, Gosford 2250,
    Newcastle 2300, Maitland 2320, Cessnock 2325, Singleton 2330, Muswellbrook 2333, Tamworth 2340,
    Armidale 2350, Inverell 2360, Moree 2400, Taree 2430, Kempsey 2440, Port Macquarie 2444,
    Coffs Harbour 2450, Grafton 2460, Lismore 2480, Ballina 2478, Byron Bay 2481, Tweed Heads 2485,
    Wollongong 2500, Shellharbour 2529, Nowra 2541, Batemans 2536, Bega 2550, Goulburn 2580,
    Queanbeyan 2620, Cooma 2630, Albury 2640, Wagga Wagga 2650, Griffith 2680, Leeton 2705, Deniliquin 2710,
    Katoomba 2780, Lithgow 2790, Bathurst 2795, Orange 2800, Cowra 2794, Dubbo 2830, Mudgee 2850,
    Parkes 2870, Forbes 2871, Bourke 2840, Cobar 2835, Broken Hill 2880, Richmond 2753`,
  NT: `
    Darwin 0800, Palmerston 0830, Katherine 0850, Tennant Creek 0860, Alice Springs 0870`,
  QLD: `
    Brisbane 4000, Logan City 4114, Ipswich 4305, Gold Coast 4217, Southport 4215, Toowoomba 4350,
    Warwick 4370, Dalby 4405, Roma 4455, Charleville 4470, Caboolture 4510, Redcliffe 4020, Caloundra 4551,
    Maroochydore 4558, Nambour 4560, Gympie 4570, Maryborough 4650, Hervey Bay 4655, Bundaberg 4670,
    Gladstone 4680, Rockhampton 4700, Emerald 4720, Longreach 4730, Mackay 4740, Bowen 4805, Ayr 4807,
    Townsville 4810, Mount Isa 4825, Ingham 4850, Innisfail 4860, Cairns 4870, Atherton 4883, Kingaroy 4610`,
  SA: `
    Adelaide 5000, Elizabeth 5112, Gawler 5118, Port Adelaide 5015, Glenelg 5045, Mount Barker 5251,
    Murray Bridge 5253, Victor Harbor 5211, Mount Gambier 5290, Naracoorte 5271, Renmark 5341, Kadina 5554,
    Port Pirie 5540, Port Augusta 5700, Whyalla 5600, Port Lincoln 5606, Coober Pedy 5723, Clare 5453,
    Nuriootpa 5355`,
  TAS: `
    Hobart 7000, Kingston 7050, Glenorchy 7010, New Norfolk 7140, Launceston 7250, Devonport 7310,
    Ulverstone 7315, Burnie 7320, Queenstown 7467, George Town 7253`,
  VIC: `
    Melbourne 3000, Footscray 3011, Werribee 3030, Sunbury 3429, Melton 3337, Reservoir 3073,
    Dandenong 3175, Frankston 3199, Ringwood 3134, Box Hill 3128, Cranbourne 3977, Pakenham 3810,
    Mornington 3931, Geelong 3220, Colac 3250, Warrnambool 3280, Portland 3305, Hamilton 3300,
    Ballarat 3350, Ararat 3377, Horsham 3400, Bendigo 3550, Echuca 3564, Swan Hill 3585, Mildura 3500,
    Castlemaine 3450, Kyneton 3444, Shepparton 3630, Seymour 3660, Benalla 3672, Wangaratta 3677,
    Wodonga 3690, Warragul 3820, Moe 3825, Morwell 3840, Traralgon 3844, Sale 3850, Bairnsdale 3875,
    Wonthaggi 3995, Healesville 3777`,
  WA: `
    Perth 6000, Fremantle 6160, Joondalup 6027, Rockingham 6168, Mandurah 6210, Armadale 6112, Bunbury 6230,
    Busselton 6280, Margaret River 6285, Albany 6330, Katanning 6317, Narrogin 6312, Northam 6401,
    Merredin 6415, Kalgoorlie 6430, Esperance 6450, Geraldton 6530, Carnarvon 6701, Karratha 6714,
    Port Hedland 6721, Newman 6753, Broome 6725, Derby 6728, Kununurra 6743`,
};

export const postcodeAnchors: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(postcodeLists).map(([state, list]) => {
    const places = list.trim().split(/,\s+/);
    return [state, Object.fromEntries(places.map((place) => [place.slice(0, -5), place.slice(-4)]))];
  }),
);
