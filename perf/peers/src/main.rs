fn main() { let h=[0u8;34]; println!("{:?} {:?}", xiangting::calculate_replacement_number(&h, xiangting::PlayerCount::Four).is_ok(), riichienv_core::shanten::calc_shanten_from_counts(&h, 4)); }
